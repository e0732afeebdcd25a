/** A decoded form; all values are text. */
type FormValue = string | FormValue[] | { [key: string]: FormValue }
export type FormObject = { [key: string]: FormValue }

type Branch = Map<string, string | Branch>

const unsafe = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Decodes `application/x-www-form-urlencoded` text with Stripe's brackets:
 * `metadata[order]=1&expand[0]=latest_charge&types[]=a` becomes nested objects and arrays.
 * A later value of the same name wins. Names that could reach an object's prototype are dropped.
 */
export function decodeForm(text: string): FormObject {
  const root: Branch = new Map()
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/[^[\]]+|\[\]/g)].map(([part]) => part)
    if (path.length === 0 || path.some((part) => unsafe.has(part))) continue
    place(root, path, value)
  }
  return Object.fromEntries([...root].map(([key, value]) => [key, toValue(value)]))
}

function place(root: Branch, path: string[], value: string): void {
  let branch = root
  path.forEach((part, index) => {
    const key = part === '[]' ? String(branch.size) : part
    if (index === path.length - 1) {
      branch.set(key, value)
      return
    }
    const next = branch.get(key)
    const child: Branch = next instanceof Map ? next : new Map()
    branch.set(key, child)
    branch = child
  })
}

function toValue(value: string | Branch): FormValue {
  if (typeof value === 'string') return value
  const keys = [...value.keys()]
  if (keys.every((key) => /^\d{1,4}$/.test(key))) return [...value.values()].map(toValue)
  return Object.fromEntries([...value].map(([key, child]) => [key, toValue(child)]))
}
