import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'
import type { Env } from '../../domain/config/env.ts'

/** At least a year (OWASP ASVS 5.0, 3.4.1), in seconds. */
const HSTS_MAX_AGE = 365 * 24 * 60 * 60

type Directives = Record<string, string[]>

/**
 * The security headers of every answer (design section 11), which are the same for all: worked
 * out by Helmet once, because doing it for each request costs more than answering most of them.
 */
export function securityHeaders(env: Env): Record<string, string> {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(env) },
    // Google's sign-in popup reports back to the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // Browsers heed it over HTTPS only.
    strictTransportSecurity: { maxAge: HSTS_MAX_AGE, includeSubDomains: true },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    // For Flash and Internet Explorer, or what browsers do anyway; each takes a share of every answer.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })(response.req, response, (error) => {
    if (error) throw error
  })
  return asText(response.getHeaders())
}

function contentSecurityPolicy(env: Env): Directives {
  const directives: Directives = {
    'default-src': ["'self'"],
    'base-uri': ["'none'"],
    'connect-src': ["'self'"],
    'font-src': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'frame-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'object-src': ["'none'"],
    'script-src': ["'self'"],
    'script-src-attr': ["'none'"],
    'style-src': ["'self'"],
  }
  for (const origins of [firebaseOrigins(env), stripeOrigins(env), cloudinaryOrigins(env)]) {
    for (const [name, values] of Object.entries(origins)) directives[name]?.push(...values)
  }
  if (env.siteUrl.startsWith('https:')) directives['upgrade-insecure-requests'] = []
  return directives
}

/** @see https://firebase.google.com/docs/auth/web/google-signin, with phone codes by reCAPTCHA */
function firebaseOrigins({ firebase }: Env): Directives {
  if (!firebase) return {}
  return {
    'connect-src': [
      'https://identitytoolkit.googleapis.com',
      'https://securetoken.googleapis.com',
      'https://www.google.com/recaptcha/',
    ],
    'frame-src': [`https://${firebase.authDomain}`, 'https://www.google.com/recaptcha/'],
    // Photos of Google accounts.
    'img-src': ['https://*.googleusercontent.com'],
    'script-src': [
      'https://apis.google.com',
      'https://www.google.com/recaptcha/',
      'https://www.gstatic.com/recaptcha/',
    ],
  }
}

/** @see https://docs.stripe.com/security/guide#content-security-policy */
function stripeOrigins({ stripe }: Env): Directives {
  if (!stripe) return {}
  return {
    'connect-src': ['https://api.stripe.com'],
    'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
  }
}

function cloudinaryOrigins({ cloudinaryUrl }: Env): Directives {
  return cloudinaryUrl ? { 'img-src': ['https://res.cloudinary.com'] } : {}
}

function asText(headers: OutgoingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
