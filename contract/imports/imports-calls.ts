import { call } from '../call.ts'
import * as schemas from './imports.ts'

const LIMIT = { name: 'imports', perMinute: 60, per: 'user' } as const

export const listImports = call('GET', '/imports', 'admin', {
  summary: 'Files of the previous system that were imported, newest first',
  answers: { 200: schemas.importList },
})

export const getImport = call('GET', '/imports/:id', 'admin', {
  summary: 'An imported file: its columns, what they mean, and the report of the check or the run',
  params: schemas.importParams,
  answers: { 200: schemas.importState },
})

export const changeMapping = call('PUT', '/imports/:id/mapping', 'admin', {
  summary: 'Say what the columns of a file are, and which families are known ones',
  needsRecentLogin: true,
  limit: LIMIT,
  params: schemas.importParams,
  body: schemas.mappingChange,
  answers: { 200: schemas.importState },
})

export const checkImport = call('POST', '/imports/:id/check', 'admin', {
  summary: 'Start the dry run of a file',
  needsRecentLogin: true,
  limit: LIMIT,
  params: schemas.importParams,
  body: schemas.importStep,
  answers: { 202: schemas.importState },
})

export const runImport = call('POST', '/imports/:id/run', 'admin', {
  summary: 'Import a file as its report says',
  needsRecentLogin: true,
  limit: LIMIT,
  params: schemas.importParams,
  body: schemas.importRun,
  answers: { 202: schemas.importState },
})

export const undoImport = call('POST', '/imports/:id/undo', 'admin', {
  summary: 'Delete what a file has added, as long as nothing has touched it',
  needsRecentLogin: true,
  limit: LIMIT,
  params: schemas.importParams,
  body: schemas.importStep,
  answers: { 202: schemas.importState },
})
