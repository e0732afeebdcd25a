import { instance } from '@viz-js/viz'
import { useEffect, useRef, useState } from 'react'
import type { AnyStateMachine, StateValue } from 'xstate'
import { chartOf, everyState } from '../../../machines/diagram/chart.ts'
import { dotOf } from '../../../machines/diagram/dot.ts'

interface FlowPictureProps {
  machine: AnyStateMachine
  /** Where a running one is; null when none runs. */
  value: StateValue | null
}

/** A machine's diagram with the states marked that it is in. */
export function FlowPicture({ machine, value }: FlowPictureProps) {
  const place = useRef<HTMLDivElement>(null)
  const [svg, setSvg] = useState<SVGSVGElement | null>(null)

  useEffect(() => {
    let isWanted = true
    void instance().then((viz) => {
      if (isWanted) setSvg(viz.renderSVGElement(dotOf(chartOf(machine))))
    })
    return () => {
      isWanted = false
    }
  }, [machine])

  useEffect(() => {
    if (svg) place.current?.replaceChildren(svg)
  }, [svg])

  useEffect(() => {
    if (!svg) return
    const current = new Set(value === null ? [] : pathsOf(value))
    for (const { path } of everyState(chartOf(machine).root)) {
      const shape = svg.querySelector(`[id="state-${path}"]`)
      shape?.classList.toggle('current', current.has(path))
    }
  }, [svg, value, machine])

  return <div ref={place} className="flow-picture" />
}

/** Every state that is active: { browsing: 'loadFailed' } → browsing, browsing.loadFailed. */
export function pathsOf(value: StateValue, prefix = ''): string[] {
  if (typeof value === 'string') return [prefix + value]
  return Object.entries(value).flatMap(([key, inner]) => [
    prefix + key,
    ...(inner === undefined ? [] : pathsOf(inner, `${prefix}${key}.`)),
  ])
}
