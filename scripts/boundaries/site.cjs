const { floors } = require('./floors.cjs');

module.exports = [
  ...floors('apps/site/src', [
    [
      'ui',
      'controls, navigation and loading look and work alike on every page: none of them knows one.',
    ],
    [
      'config',
      'the configuration is read by features and pages: it describes them all and needs none.',
    ],
    [
      'features',
      'features are built apart or loaded on first use: a section would pull its page with it.',
    ],
    [
      'sections',
      'sections are put together by pages: one that knew its page could stand on no other.',
    ],
    ['pages', 'pages are chunks of their own: the app loads the one that is visited.'],
    ['app', ''],
  ]),
  ...floors('apps/site/src/features', [
    ['contact-form', 'the contact form works without booking, voice and call.'],
    ['leads', 'subscribing works without booking, voice and call.'],
    ['widget', 'the widget is one script for pages of others: it must stay small.'],
    ['booking', 'the booking pages are built apart: call code would grow their first load.'],
    ['voice', 'the voice call is loaded late: what shows it asks for it, not the reverse.'],
    ['call', 'the windows of a call are shared by the site and the page of an assistant.'],
    ['talk', ''],
  ]),
  ...floors('apps/site/src/features/call', [
    ['reference', 'the reference of a call is shown during it and after it.'],
    ['after-call', 'what is shown after a call is a part of its windows.'],
    [
      'overlay',
      'the overlay starts with the call; the notice comes before and must load without it.',
    ],
    ['notice', ''],
  ]),
];
