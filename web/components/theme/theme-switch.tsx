import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { useId } from 'react'
import * as words from '#words/en/frame.ts'
import { chooseTheme, THEME_CHOICES, type ThemeChoice, useThemeChoice } from './theme.ts'

const LOOKS: Record<ThemeChoice, { label: string; Icon: typeof Sun }> = {
  light: { label: words.light, Icon: Sun },
  dark: { label: words.dark, Icon: Moon },
  system: { label: words.matchMyDevice, Icon: Monitor },
}

/** Light, dark, or the device's theme. */
export function ThemeSwitch() {
  const chosen = useThemeChoice()
  const name = useId()
  return (
    <fieldset className="flex">
      <legend className="sr-only">{words.colorTheme}</legend>
      {THEME_CHOICES.map((choice) => {
        const { label, Icon } = LOOKS[choice]
        return (
          <label
            key={choice}
            title={label}
            data-theme-option={choice}
            className="relative grid size-11 cursor-pointer place-items-center rounded-full has-focus-visible:outline-3 has-focus-visible:outline-current"
          >
            <input
              type="radio"
              name={name}
              value={choice}
              checked={chosen === choice}
              onChange={() => chooseTheme(choice)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <Icon aria-hidden="true" size={18} />
            <span className="sr-only">{label}</span>
          </label>
        )
      })}
    </fieldset>
  )
}
