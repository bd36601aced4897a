/** The former name of `check.ts`. */
await import('./check.ts');
