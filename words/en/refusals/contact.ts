export const tooMany =
  'We got many messages in a short time, and can’t take another one now. Please call {phone}.'
export const noEmail = 'This site sends no messages. Please call {phone}.'
export const changed = 'This form was sent with other words before. Please send it again.'
