const { floors } = require('./floors.cjs');

module.exports = floors('apps/room/src', [
  ['lang', 'texts are loaded by language: they know nothing of what shows them.'],
  ['theme', 'a theme is set from outside, by an option or the embedding page.'],
  ['call', 'the call works without the page: the page follows its events.'],
  ['media', 'sounds and capabilities of the browser are the same in every state.'],
  ['state', 'the state is tested without drawing anything: components read it.'],
  [
    'components',
    'components are used by every screen: one that knew its screen could stand on no other.',
  ],
  ['tiles', 'tiles are drawn beside the tray and the sidebar, whichever is open.'],
  ['tray', 'the tray opens the sidebar through the state.'],
  ['sidebar', 'the sidebar is drawn on a screen, which decides whether there is one.'],
  ['screens', 'screens are the same whether the page is framed or not.'],
  ['frame', 'the embedding page drives the state: it is connected when the page opens.'],
  ['app', ''],
]);
