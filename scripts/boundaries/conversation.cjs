const { floors } = require('./floors.cjs');

module.exports = [
  ...floors('packages/conversation/src', [
    ['files', 'files that are whole or not there: it knows nothing of what is in them.'],
    [
      'scope',
      'the lifetime of a call and the patience with providers: everything above ends by it, so it knows nothing of them.',
    ],
    [
      'history',
      'what was said, in the order it was heard: a record that speaks or listens could not be tested without audio.',
    ],
    [
      'retrieval',
      'finds passages and facts for a question: it also serves chats and the API, which have no conversation.',
    ],
    [
      'playout',
      'turns sentences into sound and knows what was heard: it speaks for any caller, a model or the page.',
    ],
    [
      'generation',
      'writes an answer to a turn: a turn that was typed is answered without any recognition.',
    ],
    [
      'recognition',
      'turns audio into turns and reports through its hooks: what follows from a turn is decided by the session.',
    ],
    [
      'engines',
      'the models that run on this machine: they implement the interfaces below and are chosen by the caller.',
    ],
    [
      'voices',
      'providers elsewhere that speak: how an address is asked is nobody else’s matter, and the caller chooses among them.',
    ],
    [
      'transcribers',
      'providers elsewhere that hear: how an address is asked is nobody else’s matter, and the caller chooses among them.',
    ],
    ['session', 'wires the parts of one conversation.'],
  ]),
  ...floors('packages/conversation/src/retrieval', [
    ['language', 'words, sounds and sentences: it knows no documents.'],
    ['misheard', 'what may have been said where something else was heard: it knows no documents.'],
    ['meaning', 'what sentences mean, as numbers: it knows neither facts nor files.'],
    ['scoring', 'how any kind of document is searched: it knows none of the kinds.'],
    [
      'entries',
      'facts that were written for the guide: what they say of a question, files never change.',
    ],
    ['passages', 'texts that were uploaded.'],
  ]),
];
