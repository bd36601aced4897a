const FLAGS = ['audio', 'video', 'screenAudio', 'screenVideo'] as const;

/**
 * Pages loaded before an update of the server speak the first version still: their commands name
 * tracks as fields of their own. Anything else is handed back as it is.
 */
export function fromVersion1(command: unknown): unknown {
  if (typeof command !== 'object' || command === null || 'tracks' in command) return command;
  const fields: Record<string, unknown> = { ...command };
  if (fields.type !== 'subscribe' && fields.type !== 'update-self') return command;
  const said = FLAGS.filter((name) => typeof fields[name] === 'boolean');
  if (said.length === 0) return command;
  return { ...fields, tracks: Object.fromEntries(said.map((name) => [name, fields[name]])) };
}
