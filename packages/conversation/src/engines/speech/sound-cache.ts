export interface SoundCache {
  get(key: string): Int16Array | undefined;
  set(key: string, sound: Int16Array): void;
  clear(): void;
}

/** Keeps the sounds used last, `maxBytes` in all; one that would take a quarter of it is not kept. */
export function createSoundCache(maxBytes: number): SoundCache {
  // A Map remembers insertion order: the first key is the one used longest ago.
  const sounds = new Map<string, Int16Array>();
  let bytes = 0;

  function remove(key: string): void {
    bytes -= sounds.get(key)?.byteLength ?? 0;
    sounds.delete(key);
  }

  return {
    get(key) {
      const sound = sounds.get(key);
      if (sound === undefined) return undefined;
      sounds.delete(key);
      sounds.set(key, sound);
      return sound;
    },
    set(key, sound) {
      if (sound.byteLength > maxBytes / 4) return;
      remove(key);
      sounds.set(key, sound);
      bytes += sound.byteLength;
      for (const oldest of sounds.keys()) {
        if (bytes <= maxBytes) return;
        remove(oldest);
      }
    },
    clear() {
      sounds.clear();
      bytes = 0;
    },
  };
}
