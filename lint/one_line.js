// One line a fault, as all of script/lint prints them.
import { relative } from "node:path";

export default (files) =>
  files
    .flatMap(({ filePath, messages }) =>
      messages.map(({ line, message, ruleId }) => `${relative("", filePath)}:${line}: ${message} (${ruleId})\n`),
    )
    .join("");
