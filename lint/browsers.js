// The oldest browsers for which the page is made; docs/maker.md and `browser.old` in not_found.json name them.
export const BROWSERS = ["chrome 112", "safari 16.5", "ios_saf 16.5", "firefox 121"];
