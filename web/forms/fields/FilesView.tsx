import { useQuery } from '@tanstack/react-query'
import { useContext, useEffect, useRef, useState } from 'react'
import type { FileAnswer, FormField } from '#shared/forms/fields/field.ts'
import { fileLimits } from '#shared/forms/fields/file-limits.ts'
import { imageFault, imageTypes, minImageHeight, minImageWidth } from '#shared/platform/files/limits.ts'
import type { KeptUpload } from '#web/forms/uploads/kept-uploads.ts'
import { interruptedUploads, leave } from '#web/forms/uploads/send-in-pieces.ts'
import { sentWords } from '#web/forms/uploads/sent-words.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { api, apiFile } from '#web/platform/api/portal-api.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { type ChosenFile, FileField } from '#web/platform/ui/FileField.tsx'
import type { ViewProps } from './FieldView.tsx'
import { chosenFileFault, fileLimitsText } from './file-limits.ts'
import { uploadFile } from './upload-file.ts'
import { UploadStage } from './upload-stage.ts'

interface Sending {
  key: string
  name: string
  size: number
  progress?: number | undefined
  words?: string
  error?: string
  stop: AbortController
}

/** Where the files of the field are kept: the part of a form's store that is needed here. */
interface Store {
  field: (path: string) => { value: unknown }
  set: (path: string, value: unknown) => void
}

let lastKey = 0

/**
 * Files are uploaded as soon as they are chosen; the answer contains only those that have arrived. An upload that a
 * reload or another page has interrupted continues.
 */
export default function FilesView({ store, field, props }: { store: Store; field: FormField; props: ViewProps }) {
  const [sending, setSending] = useState<readonly Sending[]>([])
  const path = useRef(props.name)
  path.current = props.name
  const stored: readonly FileAnswer[] = Array.isArray(props.value) ? (props.value as FileAnswer[]) : []
  const previews = usePreviews(field.view === 'image' ? stored : [])
  const { maxFiles, formats } = fileLimits(field)
  const image = field.view === 'image'
  const stage = useContext(UploadStage)
  const place = `${stage === null ? location.pathname : `stage ${stage}`}/${props.name}`
  const scans = useScans(image ? [] : stored)

  const open = useRef(new Set<AbortController>())
  useEffect(() => {
    const underWay = open.current
    return () => {
      for (const stop of underWay) stop.abort(leave)
    }
  }, [])

  const locked = props.disabled || props.readOnly
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each field
  useEffect(() => {
    if (locked) return
    let gone = false
    interruptedUploads(place).then((all) => {
      if (!gone) begin(all.map((kept) => ({ file: kept.file, kept })))
    })
    return () => {
      gone = true
    }
  }, [place, locked])

  const change = (key: string, next: Partial<Sending>) =>
    setSending((all) => all.map((each) => (each.key === key ? { ...each, ...next } : each)))
  const forget = (key: string) => setSending((all) => all.filter((each) => each.key !== key))

  async function send({ file, kept }: Chosen, key: string, stop: AbortController) {
    open.current.add(stop)
    try {
      const fault = chosenFileFault(field, file) ?? (image ? await pictureFault(file) : null)
      if (fault) return change(key, { error: fault })
      change(key, { progress: 0, words: sentWords(0, file.size, false) })
      const sent = await uploadFile({
        file,
        purpose: image ? 'image' : 'file',
        place,
        ...(stage === null ? {} : { stage: { id: stage, field: path.current } }),
        kept,
        onProgress: (part, waiting) =>
          change(key, { progress: Math.min(part, 0.99), words: sentWords(part, file.size, waiting) }),
        signal: stop.signal,
      })
      previews.keep(sent.file_id, file)
      // Read now and not when the upload began: other files may have arrived meanwhile.
      const now = store.field(path.current).value
      const { file_id, name, size, type } = sent
      store.set(path.current, [...(Array.isArray(now) ? now : []), { file_id, name, size, type }])
      forget(key)
    } catch (error) {
      if (!isFailure(error, 'ABORTED')) change(key, { progress: undefined, error: failureText(error) })
    } finally {
      open.current.delete(stop)
    }
  }

  const add = (files: File[]) => begin(files.map((file) => ({ file })))

  function begin(files: readonly Chosen[]) {
    if (files.length === 0) return
    const room = Math.max(0, maxFiles - stored.length - sending.filter(({ error }) => !error).length)
    const begun = files.map((chosen, number) => {
      const { file } = chosen
      const stop = new AbortController()
      const entry: Sending = { key: `sending-${++lastKey}`, name: file.name, size: file.size, stop }
      const over = number >= room
      return { chosen, entry: over ? { ...entry, error: `Слишком много файлов: не больше ${maxFiles}` } : entry, over }
    })
    // Earlier failures are removed before the new attempt.
    setSending((all) => [...all.filter(({ error }) => !error), ...begun.map(({ entry }) => entry)])
    for (const { chosen, entry, over } of begun) if (!over) void send(chosen, entry.key, entry.stop)
  }

  function remove(id: string) {
    const underWay = sending.find(({ key }) => key === id)
    underWay?.stop.abort()
    if (underWay) return forget(id)
    props.onChange(stored.filter(({ file_id }) => file_id !== id))
  }

  const shown: ChosenFile[] = [
    ...stored.map(({ file_id, name, size }) => ({
      id: file_id,
      name,
      ...(size === undefined ? {} : { size }),
      ...(previews.url(file_id) ? { url: previews.url(file_id) } : {}),
      isPicture: image,
      ...scanWords[scans.get(file_id) ?? 'clean'],
    })),
    ...sending.map(({ key, name, size, progress, words, error }) => ({
      id: key,
      name,
      size,
      ...(progress === undefined ? {} : { progress, words }),
      ...(error === undefined ? {} : { error }),
    })),
  ]
  return (
    <FileField
      {...props}
      value={shown}
      onAdd={add}
      onRemove={remove}
      limits={fileLimitsText(field)}
      accept={formats.map((format) => `.${format}`).join(',')}
      multiple={maxFiles > 1}
    />
  )
}

interface Chosen {
  file: File
  kept?: KeptUpload
}

const scanWords = {
  clean: {},
  waiting: { words: 'Проверяется на вирусы. Сдавать работу можно, не дожидаясь конца проверки' },
  infected: { error: 'В файле найден вирус, и он удалён. Уберите его и загрузите другой' },
} as const

const scanPoll = 4000

/** The results of the scanner for the files so far, loaded again while it is at work. */
function useScans(files: readonly FileAnswer[]) {
  const ids = files.map(({ file_id }) => file_id).join(',')
  const { data } = useQuery({
    queryKey: ['file-scans', ids],
    queryFn: () => api('GET /user/files', { query: { ids } }),
    enabled: ids !== '',
    refetchInterval: ({ state }) => (state.data?.files.some(({ scan }) => scan === 'waiting') ? scanPoll : false),
  })
  return new Map(data?.files.map(({ file_id, scan }) => [file_id, scan]))
}

/** Object URLs for previews: a plain address would be requested without the token. */
function usePreviews(pictures: readonly FileAnswer[]) {
  const [urls, setUrls] = useState<Readonly<Record<string, string>>>({})
  const made = useRef<Record<string, string>>({})
  const keep = (id: string, blob: Blob) => {
    made.current[id] ??= URL.createObjectURL(blob)
    setUrls({ ...made.current })
  }
  const ids = pictures.map(({ file_id }) => file_id).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded again only when the pictures change
  useEffect(() => {
    const stop = new AbortController()
    for (const id of ids.split(' ')) {
      if (id === '' || made.current[id]) continue
      apiFile('GET /user/files/:file_id', { params: { file_id: id }, signal: stop.signal }).then(
        ({ blob }) => keep(id, blob),
        // The name is shown anyway; a missing preview must not stop anybody.
        () => undefined,
      )
    }
    return () => stop.abort()
  }, [ids])
  useEffect(() => {
    const all = made.current
    return () => {
      for (const [id, url] of Object.entries(all)) {
        URL.revokeObjectURL(url)
        delete all[id]
      }
    }
  }, [])
  return { url: (id: string) => urls[id], keep }
}

/** Checked before the upload, to save time; the server checks again. */
async function pictureFault(file: File): Promise<string | null> {
  let picture: ImageBitmap
  try {
    picture = await createImageBitmap(file)
  } catch {
    return 'Изображение повреждено. Выберите другой файл'
  }
  const { width, height } = picture
  picture.close()
  const type = (imageTypes as readonly string[]).includes(file.type) ? file.type : 'image/jpeg'
  switch (imageFault({ type, width, height, bytes: file.size })) {
    case 'image_too_small':
      return `Изображение слишком маленькое (${width}×${height}): нужно не меньше ${minImageWidth}×${minImageHeight} пикселей`
    case 'image_too_large':
      return 'Изображение слишком большое: уменьшите его и попробуйте ещё раз'
    default:
      return null
  }
}
