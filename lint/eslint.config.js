// The page's scripts: all rules of ESLint, with these options, but those in OFF, each with its reason.
import js from "@eslint/js";
import compat from "eslint-plugin-compat";
import { BROWSERS } from "./browsers.js";

const WITH_OPTIONS = {
  camelcase: ["error", { properties: "never", ignoreDestructuring: true, allow: ["^players_last$"] }], // keys of the board's JSON
  complexity: ["error", 22],
  curly: ["error", "multi-line"],
  "func-style": ["error", "declaration", { allowArrowFunctions: true }],
  "max-lines-per-function": ["error", 60],
  "max-params": ["error", 6],
  "max-statements": ["error", 25],
  "no-unused-vars": ["error", { ignoreRestSiblings: true }],
  "no-use-before-define": ["error", { functions: false, variables: false }], // a file says first what it does, then how
  "one-var": ["error", "never"],
};

const OFF = [
  "capitalized-comments", // a comment behind a line goes on with its sentence
  "consistent-return", // tsc knows which functions return something
  "id-length", // h makes an element, t translates: the page's commonest calls
  "init-declarations", // a module's variable has no value until the page begins
  "no-await-in-loop", // one after the other is meant: a page that asks again and again
  "no-continue", // it passes over what does not count, as in Python
  "no-empty-function", // a callback that does nothing
  "no-inline-comments", // a word on a number stands beside it
  "no-magic-numbers", // six faces, three dice, sizes of a drawing: a name would hide them
  "no-negated-condition", // the usual case may come first
  "no-nested-ternary", // a chain of questions is read from above, as `match` in Python
  "no-promise-executor-return", // `new Promise((later) => setTimeout(later, ms))` is how one waits
  "no-ternary", // one value of two
  "no-undef", // tsc knows every name
  "no-undefined", // JSON has null; a field that is not there is undefined
  "no-unmodified-loop-condition", // a callback changes it
  "no-void", // `return void say()` ends a function that returns nothing
  "prefer-destructuring", // `const first = line[0]` says what it takes
  "prefer-named-capture-group", // one group needs no name
  "require-atomic-updates", // it takes every module's variable for a race
  "require-await", // `async` turns an exception into a promise that fails
  "sort-imports", // by file is as good as by name, and nobody reads them
  "sort-keys", // the order of an object's keys says what belongs together
];

// The folders of the scripts from the ground up: each imports from lower floors alone.
const FLOORS = [["shared"], ["poker", "odds", "eye", "reports", "start", "moments"], ["caller", "phone"], ["sheets"], ["board", "landlord"], ["spectators", "practice", "hub"]];
const onFloor = (folder, level) => FLOORS.slice(level).flat().filter((one) => one !== folder).map((one) => `../${one}/*`);
const floors = FLOORS.flatMap((floor, level) => floor.map((folder) => ({
  files: [`web/static/js/${folder}/*.js`],
  rules: { "no-restricted-imports": ["error", { patterns: onFloor(folder, level) }] },
})));

export default [
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    files: ["**/*.js"],
    languageOptions: { ecmaVersion: 2024, sourceType: "module" },
    plugins: { compat },
    settings: { browsers: BROWSERS, polyfills: ["navigator.wakeLock"] }, // asked for with `?.`
    rules: { "compat/compat": "error", ...js.configs.all.rules, ...WITH_OPTIONS, ...Object.fromEntries(OFF.map((rule) => [rule, "off"])) },
  },
  ...floors,
];
