import { readPictureId, type Vp8Descriptor, writePictureId } from './descriptor.ts';

/** Renumbers the pictures of changing layers into one continuous stream. */
export interface Vp8Renumbering {
  /** The next picture is of another layer: its numbers continue the last ones sent. */
  rebase(payload: Uint8Array, descriptor: Vp8Descriptor): void;
  /** A copy of the payload with its numbers replaced. */
  apply(payload: Uint8Array, descriptor: Vp8Descriptor): Uint8Array;
}

export function createVp8Renumbering(): Vp8Renumbering {
  let pictureOffset = 0;
  let tl0Offset = 0;
  let lastPicture: number | null = null;
  let lastTl0: number | null = null;

  return {
    rebase(payload, descriptor) {
      if (descriptor.pictureIdBits > 0 && lastPicture !== null)
        pictureOffset = lastPicture + 1 - readPictureId(payload, descriptor);
      if (descriptor.tl0At > 0 && lastTl0 !== null)
        tl0Offset = lastTl0 + 1 - (payload[descriptor.tl0At] ?? 0);
    },
    apply(payload, descriptor) {
      const copy = payload.slice();
      if (descriptor.pictureIdBits > 0) {
        const id = (readPictureId(payload, descriptor) + pictureOffset) & 0x7fff;
        writePictureId(copy, descriptor, id);
        if (lastPicture === null || ((id - lastPicture) & 0x7fff) < 0x4000) lastPicture = id;
      }
      if (descriptor.tl0At > 0) {
        const tl0 = ((payload[descriptor.tl0At] ?? 0) + tl0Offset) & 0xff;
        copy[descriptor.tl0At] = tl0;
        if (lastTl0 === null || ((tl0 - lastTl0) & 0xff) < 0x80) lastTl0 = tl0;
      }
      return copy;
    },
  };
}
