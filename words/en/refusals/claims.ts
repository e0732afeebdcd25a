export const invalidLink = 'This link is not valid. Check the address, or call us for a new letter.'
export const unverified =
  'Confirm your email address first. Then you can claim your family’s records.'
export const staffAccount =
  'An account of the clinic’s staff can’t claim a family. Ask a colleague to link it.'
export const wrongBirthDate =
  'This is not the birth date of a child of this family. You can try {tries}.'
export const noTriesLeft = 'No tries are left. Call us at {phone}, and we will print a new letter.'
export const expired = 'This link has expired. Call us at {phone}, and we will print a new letter.'
export const replaced =
  'This link was replaced. Use our latest email or letter, or call us at {phone} for a new one.'
export const used =
  'Another account has claimed this family. Ask the other guardian to invite you, or call us at {phone}.'
export const noChildren =
  'We can’t check a birth date, because no child of this family is on our list now. Call us at {phone}.'
