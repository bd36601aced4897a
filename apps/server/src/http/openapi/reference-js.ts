/** Finds operations on the reference by words. Without it the page is whole, and browsers find words, too. */
export const REFERENCE_JS = `
const search = document.getElementById('find');
const words = document.getElementById('words');
const found = document.getElementById('found');
const sections = [...document.querySelectorAll('main section')].map((element) => ({
  element,
  link: document.querySelector('nav a[href="#' + element.id + '"]').parentElement,
  operations: [...element.querySelectorAll('article')].map((article) => ({
    article,
    text: [...article.querySelectorAll('h3, p, dt')].map((part) => part.textContent).join(' ').toLowerCase(),
  })),
}));
const total = sections.reduce((sum, { operations }) => sum + operations.length, 0);

function show() {
  const wanted = words.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let count = 0;
  for (const { element, link, operations } of sections) {
    let shown = 0;
    for (const { article, text } of operations) {
      article.hidden = !wanted.every((word) => text.includes(word));
      if (!article.hidden) shown += 1;
    }
    element.hidden = link.hidden = shown === 0;
    count += shown;
  }
  found.textContent = wanted.length === 0 ? '' : count + ' of ' + total + ' operations';
}

function showTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target === null || target.closest('[hidden]') === null) return;
  words.value = '';
  show();
  // Cards get their real height as they come into view; only then is the target's position final.
  target.scrollIntoView();
  requestAnimationFrame(() => requestAnimationFrame(() => target.scrollIntoView()));
}

words.value = new URLSearchParams(location.search).get('q') ?? '';
search.hidden = false;
show();
words.addEventListener('input', show);
addEventListener('hashchange', showTarget);
words.form.addEventListener('submit', (event) => {
  event.preventDefault();
  const query = words.value === '' ? '' : '?' + new URLSearchParams({ q: words.value });
  history.replaceState(null, '', location.pathname + query);
});
`;
