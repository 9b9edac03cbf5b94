type Save = () => Promise<void>

const open = new Set<Save>()

/** A page that holds unsaved words says how to save them; the answer takes the word back. */
export function openDraft(save: Save): () => void {
  open.add(save)
  return () => open.delete(save)
}

/** Saves whatever is being typed anywhere on the page; a draft that cannot be saved stays in its mirror. */
export async function saveOpenDrafts(): Promise<void> {
  await Promise.allSettled([...open].map((save) => save()))
}

type Word = { word: 'save' | 'saving' | 'saved'; tab: string }

/** A tab that holds nothing says nothing, so the others are given this long to begin, and then to end. */
const [toBeginMs, toEndMs] = [150, 3000]
const channel = typeof document === 'undefined' ? null : new BroadcastChannel('open-drafts')
const here = String(Math.random())
const say = (word: Word['word']) => channel?.postMessage({ word, tab: here } satisfies Word)

channel?.addEventListener('message', async ({ data }: MessageEvent<Word>) => {
  if (data.word !== 'save' || open.size === 0) return
  say('saving')
  await saveOpenDrafts()
  say('saved')
})

/** The same on every tab of this browser. */
export async function saveDraftsOfAllTabs(): Promise<void> {
  const saving = new Set<string>()
  let heard = () => {}
  const listen = ({ data }: MessageEvent<Word>) => {
    if (data.word === 'saving') saving.add(data.tab)
    if (data.word === 'saved') saving.delete(data.tab)
    if (data.word === 'saved' && saving.size === 0) heard()
  }
  channel?.addEventListener('message', listen)
  say('save')
  await Promise.all([saveOpenDrafts(), new Promise((resolve) => setTimeout(resolve, toBeginMs))])
  if (saving.size > 0)
    await new Promise<void>((resolve) => {
      heard = resolve
      setTimeout(resolve, toEndMs)
    })
  channel?.removeEventListener('message', listen)
}
