import type { Call } from '#contract/call.ts'
import { siteConfig } from './config.ts'

export const getConfig = {
  method: 'GET',
  path: '/config',
  access: 'everyone',
  summary: 'Public settings of this server',
  answers: { 200: siteConfig },
} as const satisfies Call
