const FLAGS = ['audio', 'video', 'screenAudio', 'screenVideo'] as const;

/**
 * Translates commands of protocol version 1, which pages loaded before a server update still send:
 * they name tracks as separate fields. Anything else is returned unchanged.
 */
export function fromVersion1(command: unknown): unknown {
  if (typeof command !== 'object' || command === null || 'tracks' in command) return command;
  const fields: Record<string, unknown> = { ...command };
  if (fields.type !== 'subscribe' && fields.type !== 'update-self') return command;
  const given = FLAGS.filter((name) => typeof fields[name] === 'boolean');
  if (given.length === 0) return command;
  return { ...fields, tracks: Object.fromEntries(given.map((name) => [name, fields[name]])) };
}
