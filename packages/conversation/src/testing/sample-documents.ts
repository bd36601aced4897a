import type { KnowledgeDocument } from '../retrieval/passages/passage.ts';

/** What a library might upload; for tests. */
export const libraryDocuments: readonly KnowledgeDocument[] = [
  {
    id: 'handbook',
    text: `# Riverside Library

## Opening hours
The library is open Monday to Friday from nine to six. On Saturdays we close at one. It is closed on Sundays and public holidays.

## Borrowing
Members may borrow up to ten books for three weeks. Books can be renewed twice online. Late books cost 20 cents a day, up to five euros.

- DVDs are lent for **one week**.
- Board games stay in the [library](https://library.example).

## FAQ

Q: Do I need a library card?
A: Yes. A card is free for children and costs twelve euros a year for adults. Bring a photo ID.

Q: Is there parking?
A: There are forty places behind the building. Two of them are for disabled visitors.

Can I print here?
You can print on the first floor for 10 cents a page.`,
  },
  {
    id: 'people',
    text: `name: Anna Bell; role: Head librarian; phone: 555 0101.

name: Tom Reed; role: Children's programme; phone: 555 0102.

Story time is every Wednesday at four in the afternoon for children under six.`,
  },
];
