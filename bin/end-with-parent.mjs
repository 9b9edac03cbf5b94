// Preloaded into the portal by its starter: the channel between them closes when the starter dies, however it dies.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
