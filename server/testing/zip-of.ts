export interface ZipEntry {
  name: string
  packed: Buffer
  /** The unpacked size that the entry claims. */
  size: number
  extra?: Buffer
  comment?: Buffer
}

/** A zip in the usual layout: entries, directory, end record. */
export function zipOf(entries: ZipEntry[], { count = entries.length } = {}): Buffer {
  const bodies: Buffer[] = []
  const list: Buffer[] = []
  let offset = 0
  for (const { name, packed, size, extra = Buffer.alloc(0), comment = Buffer.alloc(0) } of entries) {
    const label = Buffer.from(name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(size, 22)
    local.writeUInt16LE(label.length, 26)
    const header = Buffer.alloc(46)
    header.writeUInt32LE(0x02014b50, 0)
    header.writeUInt16LE(8, 10)
    header.writeUInt32LE(packed.length, 20)
    header.writeUInt32LE(size, 24)
    header.writeUInt16LE(label.length, 28)
    header.writeUInt16LE(extra.length, 30)
    header.writeUInt16LE(comment.length, 32)
    header.writeUInt32LE(offset, 42)
    bodies.push(local, label, packed)
    list.push(header, label, extra, comment)
    offset += 30 + label.length + packed.length
  }
  const listed = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, listed, end])
}
