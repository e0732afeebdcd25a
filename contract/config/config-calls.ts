import { call } from '#contract/call.ts'
import { siteConfig } from './config.ts'

export const getConfig = call('GET', '/config', 'everyone', {
  summary: 'Public settings of this server',
  answers: { 200: siteConfig },
})
