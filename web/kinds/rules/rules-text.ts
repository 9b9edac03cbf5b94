export interface RulesSection {
  /** For links of the table of contents; null for text before the first heading. */
  id: string | null
  title: string
  blocks: RulesBlock[]
}

export type RulesBlock = { kind: 'paragraph'; text: string } | { kind: 'list'; items: string[] }

/**
 * The sections of the rules: a line with «## » starts a section, «- » is a list item, any other line is a paragraph.
 */
export function rulesSections(text: string): RulesSection[] {
  const sections: RulesSection[] = [{ id: null, title: '', blocks: [] }]
  let open: Extract<RulesBlock, { kind: 'list' }> | null = null
  for (const raw of text.split('\n')) {
    const line = raw.trim()
    const blocks = sections.at(-1)?.blocks ?? []
    if (line.startsWith('## ')) {
      sections.push({ id: `rules-${sections.length}`, title: line.slice(3).trim(), blocks: [] })
      open = null
    } else if (line === '') {
      open = null
    } else if (/^[-–—•] /.test(line)) {
      if (open) open.items.push(line.slice(2).trim())
      else {
        open = { kind: 'list', items: [line.slice(2).trim()] }
        blocks.push(open)
      }
    } else {
      blocks.push({ kind: 'paragraph', text: line })
      open = null
    }
  }
  return sections.filter(({ id, blocks }) => id !== null || blocks.length > 0)
}
