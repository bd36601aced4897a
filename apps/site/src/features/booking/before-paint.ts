/** Runs before the first paint, so that nothing moves later: marks that scripts run, and whether this page is framed. */
const { classList } = document.documentElement;
classList.add('js');
if (window.parent !== window) classList.add('framed');
