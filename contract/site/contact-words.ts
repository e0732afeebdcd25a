/** The contact page's introduction where its messages reach the clinic. */
export const CONTACT_TEXT =
  'Send us a message about anything that can wait until the next business day. For everything else, call: a nurse will answer.'

/** The introduction without a mail server. */
export const CALL_TEXT = 'Do you have a question? Please call us.'
