import { type ConfigData, HtmlValidate } from 'html-validate'

/** React gives a form whose `action` is a function an address that throws when it is reached. */
const ELEMENTS = {
  form: { attributes: { action: { enum: ['/^\\s*\\S+\\s*$/', '/^javascript:throw /'] } } },
}

type Rules = NonNullable<ConfigData['rules']>

/** What the standard says otherwise, and emails need. */
export const EMAIL_RULES: Rules = {
  // Outlook for Windows reads sizes, alignment and background colors of tables from attributes only.
  'no-deprecated-attr': 'off',
}

/** What a document says against the HTML standard: the rule, the element, and what is wrong. */
export async function findHtmlErrors(html: string, rules: Rules = {}): Promise<string[]> {
  const validator = new HtmlValidate({
    extends: ['html-validate:standard'],
    elements: ['html5', ELEMENTS],
    rules,
  })
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  )
}
