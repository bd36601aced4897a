/** The text as the database can keep it: whole characters, no NUL. Models and servers send anything. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '');
