import { RoomError } from '../../room-error.ts';

const MAX_LINES = 4_000;
const MAX_SECTIONS = 64;
const MEDIA_LINE =
  /^([a-z]{1,16}) (\d{1,5}) ([A-Za-z/]{1,32}) ([\x21-\x7e]{1,64}(?: [\x21-\x7e]{1,64}){0,127})$/;

/** One m-line with its attributes, by name, in order of appearance. */
export interface SdpSection {
  readonly kind: string;
  readonly port: number;
  readonly protocol: string;
  readonly formats: readonly string[];
  readonly attributes: ReadonlyMap<string, readonly string[]>;
}

export interface SdpDocument {
  readonly attributes: ReadonlyMap<string, readonly string[]>;
  readonly sections: readonly SdpSection[];
}

export function invalidSdp(message: string): RoomError {
  return new RoomError('invalid_sdp', `The SDP offer is not usable: ${message}`);
}

/** Splits an SDP text into its session part and its m-lines; throws `invalid_sdp`. */
export function splitSdp(text: string): SdpDocument {
  const lines = toLines(text);
  if (lines[0] !== 'v=0') throw invalidSdp('it must begin with v=0.');
  const session = new Map<string, string[]>();
  const sections: SdpSection[] = [];
  let attributes = session;
  for (const line of lines.slice(1)) {
    if (line.startsWith('m=')) {
      if (sections.length === MAX_SECTIONS) throw invalidSdp(`more than ${MAX_SECTIONS} m-lines.`);
      attributes = new Map();
      sections.push(parseMediaLine(line.slice(2), attributes));
    } else if (line.startsWith('a=')) {
      addAttribute(line.slice(2), attributes);
    }
  }
  return { attributes: session, sections };
}

function toLines(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line !== '');
  if (lines.length > MAX_LINES) throw invalidSdp('it has too many lines.');
  for (const line of lines) {
    if (!/^[a-z]=[^\0]*$/.test(line)) throw invalidSdp('a line is not of the form x=value.');
  }
  return lines;
}

function parseMediaLine(value: string, attributes: Map<string, string[]>): SdpSection {
  const [, kind, port, protocol, formats] = MEDIA_LINE.exec(value) ?? [];
  if (kind === undefined || protocol === undefined || formats === undefined)
    throw invalidSdp('an m-line is malformed.');
  const number = Number(port);
  if (number > 65_535) throw invalidSdp('the port of an m-line is out of range.');
  return { kind, port: number, protocol, formats: formats.split(' '), attributes };
}

function addAttribute(line: string, attributes: Map<string, string[]>): void {
  const colon = line.indexOf(':');
  const name = colon === -1 ? line : line.slice(0, colon);
  const value = colon === -1 ? '' : line.slice(colon + 1);
  const values = attributes.get(name);
  if (values === undefined) attributes.set(name, [value]);
  else values.push(value);
}
