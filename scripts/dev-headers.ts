/**
 * The content security policy of pages in development: production's, extended for Vite, which writes scripts
 * and styles into pages, and for the relay of inspected machines.
 * @param production the header's value
 * @param relay address of a WebSocket
 */
export function developmentPolicy(production: string, relay?: string): string {
  const added: Record<string, string[]> = {
    'script-src': ["'unsafe-inline'"],
    'style-src': ["'unsafe-inline'"],
    'connect-src': relay ? [relay] : [],
  }
  return production
    .split(';')
    .map((directive) => [directive, ...(added[directive.split(' ')[0] ?? ''] ?? [])].join(' '))
    .join(';')
}
