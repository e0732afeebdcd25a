/** The contact page's introduction. */
export const CONTACT_TEXT =
  'Send us a message about anything that can wait until the next business day. For everything else, call: a nurse will answer.'
