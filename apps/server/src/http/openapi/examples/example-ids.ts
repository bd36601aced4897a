/** What stands in examples where an id of one's own goes. */
export const EXAMPLE_IDS = {
  assistant: '3f1c2a58-0d6b-4c1e-9a77-0b5e4d2c1a01',
  call: '3f1c2a58-0d6b-4c1e-9a77-0b5e4d2c1a02',
  credential: '3f1c2a58-0d6b-4c1e-9a77-0b5e4d2c1a03',
  file: '3f1c2a58-0d6b-4c1e-9a77-0b5e4d2c1a04',
  phoneNumber: '3f1c2a58-0d6b-4c1e-9a77-0b5e4d2c1a05',
  session: '3f1c2a58-0d6b-4c1e-9a77-0b5e4d2c1a06',
  squad: '3f1c2a58-0d6b-4c1e-9a77-0b5e4d2c1a07',
  tool: '3f1c2a58-0d6b-4c1e-9a77-0b5e4d2c1a08',
  user: '3f1c2a58-0d6b-4c1e-9a77-0b5e4d2c1a09',
} as const;
