const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Names a browser and its system from a User-Agent header: 'Firefox on Windows'. */
export function describeDevice(userAgent = ''): string {
  const nameOf = (names: typeof BROWSERS) => names.find(([sign]) => sign.test(userAgent))?.[1]
  return `${nameOf(BROWSERS) ?? 'Unknown browser'} on ${nameOf(SYSTEMS) ?? 'unknown device'}`
}
