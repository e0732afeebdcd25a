import { instance } from '@viz-js/viz'
import type { Chart } from '../../machines/diagram/chart.ts'
import { dotOf } from '../../machines/diagram/dot.ts'

/** Light and dark: the picture carries its own colours, whatever page shows it. */
const STYLE = `<style>
svg { color-scheme: light dark; background: #fffdf8; }
text { fill: #22343a; }
polygon, path, ellipse { stroke: #4b6a70; fill: none; }
.state path, .state polygon { fill: #e7f3ee; }
.compound > path, .region > path { stroke: #a9bfc0; }
.region > path { stroke-dasharray: 5 4; }
.start ellipse { fill: #4b6a70; }
.anywhere text { fill: #5c7176; font-style: italic; }
.transition polygon, .begin polygon { fill: #4b6a70; }
@media (prefers-color-scheme: dark) {
  svg { background: #12232a; }
  text { fill: #e6efec; }
  polygon, path, ellipse { stroke: #9dbab8; }
  .state path, .state polygon { fill: #1d3a3d; }
  .compound > path, .region > path { stroke: #47626a; }
  .start ellipse, .transition polygon, .begin polygon { fill: #9dbab8; }
  .anywhere text { fill: #a7bcbd; }
}
</style>`

/** The machine as an SVG document, laid out by Graphviz; the same input gives the same bytes. */
export async function drawSvg(chart: Chart): Promise<string> {
  const viz = await instance()
  const svg = viz.renderString(dotOf(chart), { format: 'svg', engine: 'dot' })
  return `${svg
    .replace(/^[\s\S]*?(?=<svg)/, '')
    .replace(/<!--[\s\S]*?-->\n?/g, '')
    // Presentation attributes would do as well, but not in the dark.
    .replaceAll(/ (?:fill|stroke)="(?:none|black|transparent)"/g, '')
    .replace(/(<svg[^>]*>)/, `$1\n${STYLE}`)
    .trimEnd()}\n`
}
