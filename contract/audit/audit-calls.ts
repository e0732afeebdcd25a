import type { Call } from '#contract/call.ts'
import { auditPage, auditQuery } from './audit.ts'

export const listAuditEntries = {
  method: 'GET',
  path: '/audit',
  access: 'admin',
  summary: 'Audit log, newest first',
  query: auditQuery,
  answers: { 200: auditPage },
} as const satisfies Call
