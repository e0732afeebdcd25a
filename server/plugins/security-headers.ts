import type { Env } from '#domain/config/env.ts'

type Directives = Record<string, string[]>

/** The security headers of every response. They depend on the configured providers only. */
export function securityHeaders(env: Env): Record<string, string> {
  return {
    'content-security-policy': Object.entries(contentSecurityPolicy(env))
      .map(([name, values]) => [name, ...values].join(' '))
      .join(';'),
    // Google's login popup reports to the page that opened it.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissionsPolicy(env),
    'referrer-policy': 'strict-origin-when-cross-origin',
    // One year (OWASP ASVS 5.0, 3.4.1). Browsers ignore it over HTTP.
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  }
}

/** Disables features that the site does not use; Stripe's fields may offer the browser's payment methods. */
function permissionsPolicy({ stripe }: Env): string {
  const none = ['camera', 'geolocation', 'microphone', 'usb'].map((feature) => `${feature}=()`)
  return [...none, `payment=(${stripe ? 'self "https://js.stripe.com"' : ''})`].join(', ')
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
    // Profile photos of Google accounts.
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
