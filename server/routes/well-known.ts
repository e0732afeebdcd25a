import { addDays } from 'date-fns'
import { z } from 'zod'
import type { ClinicDetails } from '#contract/clinic/clinic-details.ts'
import { ERRORS, type Routes } from '#server/http/route.ts'

/** The validity of the file in days; RFC 9116 recommends less than a year. */
const VALID_DAYS = 180

/** The page that sends the email for changing a password. */
const PASSWORD_PAGE = '/reset-password'

/** Files that programs look for at the same path of every site. */
export const wellKnownRoutes: Routes = (app, { env, clinic, clinicClock }) => {
  app.get(
    '/.well-known/security.txt',
    {
      schema: {
        operationId: 'getSecurityText',
        tags: ['well-known'],
        summary: 'How to report a vulnerability (RFC 9116)',
        produces: ['text/plain'],
        response: { 200: z.string(), ...ERRORS },
      },
    },
    async (_request, reply) => {
      const { email } = clinic.details(clinicClock.moment().today)
      reply.type('text/plain; charset=utf-8')
      return securityText({ email, siteUrl: env.siteUrl, now: clinicClock.now() })
    },
  )

  app.get(
    '/.well-known/change-password',
    {
      schema: {
        operationId: 'changePassword',
        tags: ['well-known'],
        summary: 'Leads to where a password is changed',
        response: { 302: z.null(), ...ERRORS },
      },
    },
    async (_request, reply) => reply.redirect(PASSWORD_PAGE, 302),
  )
}

function securityText({
  email,
  siteUrl,
  now,
}: Pick<ClinicDetails, 'email'> & { siteUrl: string; now: Date }): string {
  return [
    `Contact: mailto:${email}`,
    `Contact: ${siteUrl}/contactus`,
    `Expires: ${addDays(now, VALID_DAYS).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${siteUrl}/.well-known/security.txt`,
    '',
  ].join('\n')
}
