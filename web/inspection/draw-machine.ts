import Elk, { type ElkNode, type ElkPoint } from 'elkjs/lib/elk.bundled.js'
import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { type DirectedGraphNode, toDirectedGraph } from 'xstate/graph'
import { arrowsFrom } from '#machines/diagram.ts'
import { nodesOf } from '#machines/graph.ts'

// Draws a machine's nested states and their transitions as SVG.

const elk = new Elk()

/** The size of a character of the monospaced text, in pixels. */
const TEXT = { width: 7.3, height: 16 }

const LAYOUT = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.padding': '[top=32,left=16,bottom=16,right=16]',
}

/** Room for a state's name above its substates. */
const WITHIN = { 'elk.padding': LAYOUT['elk.padding'] }

const keyOf = ({ path }: Pick<AnyStateNode, 'path'>) => path.join('.') || 'machine'

const sizeOf = (lines: readonly string[]) => ({
  width: Math.max(...lines.map(({ length }) => length)) * TEXT.width,
  height: lines.length * TEXT.height,
})

/**
 * Draws a machine. Each state is a group with its dotted path as `data-state`.
 * @throws when a guard has no name, or the layout fails
 */
export async function drawMachine(machine: AnyStateMachine): Promise<SVGSVGElement> {
  const nodes = nodesOf(machine)
  const [{ stateNode: root }] = nodes as [DirectedGraphNode]
  const placed = await elk.layout({
    ...place(toDirectedGraph(machine)),
    layoutOptions: LAYOUT,
    edges: [
      ...nodes.flatMap(arrowsFrom).map(({ source, target, labels }, index) => ({
        id: `arrow-${index}`,
        sources: [source === root ? markOf(root) : keyOf(source)],
        targets: [keyOf(target)],
        labels: labels.map((text) => ({ text, ...sizeOf([text]) })),
      })),
      ...nodes.flatMap(
        ({ stateNode }) =>
          stateNode.initial?.target.map((target) => ({
            id: `${markOf(stateNode)}-arrow`,
            sources: [markOf(stateNode)],
            targets: [keyOf(target)],
          })) ?? [],
      ),
    ],
  })
  const { width = 0, height = 0 } = placed
  return element('svg', { width, height, viewBox: `0 0 ${width} ${height}` }, [
    arrowHead(),
    ...statesIn(placed),
    ...arrowsIn(placed),
  ])
}

/** The id of the dot from which the initial state is entered. */
const markOf = (node: AnyStateNode) => `${keyOf(node)}#initial`

function place({ stateNode, children }: DirectedGraphNode): ElkNode {
  const id = keyOf(stateNode)
  const labels = [{ text: stateNode.key }]
  if (children.length === 0) {
    const { width, height } = sizeOf([stateNode.key])
    return { id, labels, width: width + 24, height: height + 12 }
  }
  const mark = stateNode.initial ? [{ id: markOf(stateNode), width: 10, height: 10 }] : []
  return { id, labels, layoutOptions: WITHIN, children: [...mark, ...children.map(place)] }
}

function statesIn({ children = [] }: ElkNode): SVGElement[] {
  return children.flatMap((node) => {
    const { id, x = 0, y = 0, width = 0, height = 0, labels } = node
    const name = labels?.[0]?.text
    if (name === undefined) return [element('circle', { cx: x + 5, cy: y + 5, r: 5 })]
    const isLeaf = node.children === undefined
    const text = isLeaf
      ? { x: x + width / 2, y: y + height / 2 + 4, 'text-anchor': 'middle' }
      : { x: x + 12, y: y + 20, 'text-anchor': 'start' }
    return [
      element('g', { class: isLeaf ? 'state' : 'state compound', 'data-state': id }, [
        element('rect', { x, y, width, height, rx: 8 }),
        element('text', text, [name]),
      ]),
      ...statesIn(node),
    ]
  })
}

function arrowsIn({ edges = [] }: ElkNode): SVGElement[] {
  return edges.flatMap(({ sections = [], labels = [] }) => [
    ...sections.map(({ startPoint, bendPoints = [], endPoint }) =>
      element('path', { d: lineOf([startPoint, ...bendPoints, endPoint]), class: 'arrow' }),
    ),
    ...labels.map(({ text = '', x = 0, y = 0 }) =>
      element('text', { x, y: y + TEXT.height - 4, class: 'event' }, [text]),
    ),
  ])
}

const lineOf = (points: readonly ElkPoint[]) =>
  points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('')

function arrowHead(): SVGElement {
  const size = { markerWidth: 8, markerHeight: 8, refX: 8, refY: 4, orient: 'auto' }
  return element('marker', { id: 'arrow-head', ...size }, [element('path', { d: 'M0 0L8 4L0 8Z' })])
}

function element<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Record<string, string | number>,
  children: readonly (SVGElement | string)[] = [],
): SVGElementTagNameMap[Name] {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value))
  made.append(...children)
  return made
}
