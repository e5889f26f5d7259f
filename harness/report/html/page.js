const all = selector => [...document.querySelectorAll(selector)];

// A browser opens what is around the target of a link, but not the target itself.
const reveal = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let at = target; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
  target?.scrollIntoView();
};
addEventListener('hashchange', reveal);
// A second click on a link does not change the hash.
addEventListener('click', event => {
  const link = event.target.closest?.('a[href^="#"]');
  if (link && link.getAttribute('href') === location.hash) reveal();
});

for (const pre of all('pre.copy')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(pre.textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(pre);
      button.textContent = 'Selected';
    }
  });
  pre.before(button);
}
reveal();
