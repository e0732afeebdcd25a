import type { FastifySchemaValidationError } from 'fastify'
import type { ErrorResponse } from '../contract/errors.ts'

type Issues = NonNullable<ErrorResponse['issues']>

/** Zod's own words, as opposed to a message of the contract, do not say which field they mean. */
const UNNAMED = /^(Invalid|Too|Unrecognized)/

/** What is wrong with which field; `path` is '' for the whole. */
export function describeIssues(validation: readonly FastifySchemaValidationError[]): Issues {
  return validation.map(({ instancePath, message = 'Invalid' }) => ({
    path: instancePath.slice(1).replaceAll('/', '.'),
    message,
  }))
}

/** The same as one sentence for people. */
export function summarizeIssues(issues: Issues): string {
  const sentences = issues.map(({ path, message }) =>
    path && UNNAMED.test(message) ? `${path}: ${message}` : message,
  )
  return [...new Set(sentences)].join('. ')
}
