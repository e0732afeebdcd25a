import { call } from '#contract/call.ts'
import { auditPage, auditQuery } from './audit.ts'

export const listAuditEntries = call('GET', '/audit', 'admin', {
  summary: 'Audit log, newest first',
  query: auditQuery,
  answers: { 200: auditPage },
})
