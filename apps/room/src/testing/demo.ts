import { createPage } from '../state/create-page.ts';
import { createFakeCall } from './fake-call.ts';
import { stories } from './stories.ts';

/** Only in a build of the stories: the page in the state that the address names. */
export function createDemoPage(name: string) {
  const story = stories[name];
  if (story === undefined) throw new Error(`No story is called ${name}.`);
  const call = createFakeCall(story.call?.() ?? {});
  const params = new URLSearchParams(location.search);
  const created = createPage({
    call,
    joinOptions: () => ({}),
    state: { userName: 'Ada Nwosu', ...story.state },
  });
  const lang = params.get('lang');
  if (lang !== null) created.setLanguage(lang as never);
  const { page } = created;
  const { actions, store } = page;
  if (story.inCall !== undefined) {
    void actions.join().then(() => {
      story.inCall?.(call);
      store.set(story.state ?? {});
    });
  } else if (story.state?.stage === undefined) {
    void actions.start().then(() => {
      if (name !== 'prejoin-refused') return;
      store.set({ problem: { kind: 'refused', microphone: true, camera: true } });
    });
  }
  return created;
}
