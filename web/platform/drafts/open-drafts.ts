type Save = () => Promise<void>

const open = new Set<Save>()

/** A page that holds unsaved text says how to save it; the function that it gets back ends that. */
export function openDraft(save: Save): () => void {
  open.add(save)
  return () => open.delete(save)
}

/** Saves every open draft of the page; one that cannot be saved stays in its mirror. */
export async function saveOpenDrafts(): Promise<void> {
  await Promise.allSettled([...open].map((save) => save()))
}

type Message = { word: 'save' | 'saving' | 'saved'; tab: string }

/** A tab without drafts says nothing, so the others are given this long to begin, and then to end. */
const [toBeginMs, toEndMs] = [150, 3000]
const channel = typeof document === 'undefined' ? null : new BroadcastChannel('open-drafts')
const here = String(Math.random())
const send = (word: Message['word']) => channel?.postMessage({ word, tab: here } satisfies Message)

channel?.addEventListener('message', async ({ data }: MessageEvent<Message>) => {
  if (data.word !== 'save' || open.size === 0) return
  send('saving')
  await saveOpenDrafts()
  send('saved')
})

/** The same on every tab of this browser. */
export async function saveDraftsOfAllTabs(): Promise<void> {
  const saving = new Set<string>()
  let finish = () => {}
  const listen = ({ data }: MessageEvent<Message>) => {
    if (data.word === 'saving') saving.add(data.tab)
    if (data.word === 'saved') saving.delete(data.tab)
    if (data.word === 'saved' && saving.size === 0) finish()
  }
  channel?.addEventListener('message', listen)
  send('save')
  await Promise.all([saveOpenDrafts(), new Promise((resolve) => setTimeout(resolve, toBeginMs))])
  if (saving.size > 0)
    await new Promise<void>((resolve) => {
      finish = resolve
      setTimeout(resolve, toEndMs)
    })
  channel?.removeEventListener('message', listen)
}
