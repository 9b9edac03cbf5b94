import { useState } from 'react'
import {
  type AccessibilitySettings,
  applySettings,
  keepSettings,
  keptSettings,
  usualSettings,
} from '#web/platform/accessibility/settings.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import styles from './AccessibilityPanel.module.css'

const fontSizes = [
  { value: 'default', label: 'Обычный, 100 %' },
  { value: 'large', label: 'Крупный, 125 %' },
  { value: 'xlarge', label: 'Очень крупный, 150 %' },
]

const themes = [
  { value: 'default', label: 'Обычные' },
  { value: 'theme-wb', label: 'Чёрным по белому' },
  { value: 'theme-bw', label: 'Белым по чёрному' },
  { value: 'theme-lb', label: 'Тёмно-синим по голубому' },
  { value: 'politleaders_2', label: '«Политлидеры»' },
  { value: 'socialarchitects', label: '«Архитекторы общества»' },
  { value: 'apk_leaders', label: '«Лидеры АПК»' },
]

/** Size of type, colours, pictures and controls; each choice works at once and is kept in this browser. */
export function AccessibilityPanel({ look, onClose }: { look: string; onClose: () => void }) {
  const [settings, setSettings] = useState(keptSettings)
  const change = (part: Partial<AccessibilitySettings>) => {
    const next = { ...settings, ...part }
    setSettings(next)
    keepSettings(next)
    applySettings(next, look)
  }
  return (
    <section id="accessibility" className={styles.panel} aria-label="Настройки отображения">
      <div className={styles.inner}>
        <RadioGroup
          label="Размер текста"
          name="font-size"
          required={true}
          options={fontSizes}
          value={settings.fontSize}
          onChange={(fontSize) => change({ fontSize: fontSize as AccessibilitySettings['fontSize'] })}
        />
        <RadioGroup
          label="Цвета"
          name="colour-theme"
          required={true}
          options={themes}
          value={settings.theme}
          onChange={(theme) => change({ theme })}
        />
        <div className={styles.switches}>
          <Checkbox
            label="Показывать изображения"
            name="show-images"
            required={true}
            value={settings.showImages}
            onChange={(showImages) => change({ showImages })}
          />
          <Checkbox
            label="Показывать элементы управления"
            name="show-controls"
            required={true}
            value={settings.showControls}
            onChange={(showControls) => change({ showControls })}
          />
          <div className={styles.buttons}>
            <Button kind="secondary" size="s" onClick={() => change(usualSettings)}>
              Вернуть обычный вид
            </Button>
            <Button kind="quiet" size="s" onClick={onClose}>
              Закрыть
            </Button>
          </div>
        </div>
      </div>
    </section>
  )
}
