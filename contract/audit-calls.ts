import { auditPage, auditQuery } from './audit.ts'
import type { Call } from './call.ts'

export const listAuditEntries = {
  method: 'GET',
  path: '/audit',
  access: 'admin',
  summary: 'Audit log, newest first',
  query: auditQuery,
  answers: { 200: auditPage },
} as const satisfies Call
