import * as z from 'zod/mini'

/** A text that has to be typed. @param label its field: 'Address' */
export function requiredText(label: string, most: number) {
  const missing = `${label} is required`
  return z
    .string(missing)
    .check(z.trim(), z.minLength(1, missing), z.maxLength(most, tooLong(label, most)))
}

/** A text that may be empty. @param label its field: 'Hours' */
export function optionalText(label: string, most: number) {
  const message = tooLong(label, most)
  return z.string(message).check(z.trim(), z.maxLength(most, message))
}

const tooLong = (label: string, most: number) => `${label} must be ${most} characters or fewer`
