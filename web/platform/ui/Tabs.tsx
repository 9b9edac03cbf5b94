import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs'
import styles from './Tabs.module.css'

type TabEntry = { id: string; title: ReactNode; content: ReactNode }

type TabsProps = {
  /** The name of the tabs for screen readers. */
  label: string
  items: readonly TabEntry[]
  selected?: string
  onChange?: (id: string) => void
  /** Panels that are not open stay in the page, with what was typed into them. */
  keep?: boolean
}

export function Tabs({ label, items, selected, onChange, keep = false }: TabsProps) {
  return (
    <AriaTabs
      className={styles.tabs ?? ''}
      {...(selected === undefined ? {} : { selectedKey: selected })}
      onSelectionChange={(key) => onChange?.(String(key))}
    >
      <TabList aria-label={label} className={styles.list ?? ''}>
        {items.map((item) => (
          <Tab key={item.id} id={item.id} className={styles.tab ?? ''}>
            {item.title}
          </Tab>
        ))}
      </TabList>
      {items.map((item) => (
        <TabPanel key={item.id} id={item.id} className={styles.panel ?? ''} shouldForceMount={keep}>
          {item.content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
