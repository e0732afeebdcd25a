import { DEFAULT_SETTINGS } from '#contract/clinic/clinic-settings.ts'
import type { Env } from '#domain/config/env.ts'

/** The sender without `MAIL_FROM`. */
export const STAND_IN_FROM = {
  name: DEFAULT_SETTINGS.fullName,
  address: 'appointments@sprout.example',
}

/** The name and address that the clinic's emails come from. */
export const senderOf = (mail: Env['mail']) => mail?.from ?? STAND_IN_FROM
