import { type ConfigData, HtmlValidate } from 'html-validate'

type Rules = NonNullable<ConfigData['rules']>

/** What the standard says otherwise, and emails need. */
export const EMAIL_RULES: Rules = {
  // Outlook for Windows reads sizes, alignment and background colors of tables from attributes only.
  'no-deprecated-attr': 'off',
}

/** What a document says against the HTML standard: the rule, the element, and what is wrong. */
export async function findHtmlErrors(html: string, rules: Rules = {}): Promise<string[]> {
  const validator = new HtmlValidate({ extends: ['html-validate:standard'], rules })
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  )
}
