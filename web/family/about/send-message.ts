import { v4 as uuid } from 'uuid'
import { type ContactMessageForm, contactMessageForm } from '#contract/contact/contact-messages.ts'
import { sendContactMessage } from '#contract/contact/contact-messages-calls.ts'
import { send } from '#web/lib/api/send.ts'

/** What is wrong with a field, by its name. */
export type FormErrors = Partial<Record<keyof ContactMessageForm, string>>

/** The form that was sent last. It has the same key until it says something else. */
let last = { text: '', key: '' }

/**
 * Sends a filled-in form.
 * @returns why it was not sent; undefined when it was
 */
export async function sendMessage(form: FormData): Promise<FormErrors | undefined> {
  const { success, data, error } = contactMessageForm.safeParse(Object.fromEntries(form))
  if (!success) {
    // Of several problems of a field, the first.
    const problems = error.issues.toReversed().map(({ path, message }) => [path[0], message])
    return Object.fromEntries(problems)
  }
  const text = JSON.stringify(data)
  if (last.text !== text) last = { text, key: uuid() }
  await send(sendContactMessage, { body: { ...data, key: last.key } })
  last = { text: '', key: '' }
  return undefined
}
