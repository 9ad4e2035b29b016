package br.com.kobana.mcp.tools;

import java.util.Arrays;

/**
 * The names that the objects open at one moment have so far, to tell one that comes twice: a hash
 * table of which the last names leave first, so that it costs nothing for each object. For one
 * answer.
 */
final class OpenNames {
  private static final int MOST_PROBES = 32;
  private static final int SPREAD = 0x9E3779B9;

  private String[] names = new String[64];
  private int[] hashes = new int[64];
  private int[] slots = new int[64];

  /** The place of a name in {@code names} and one; 0 where the slot is free. */
  private int[] table = new int[128];

  private int size;

  /** An object begins; returns what its names and its end are told with. */
  int open() {
    return size;
  }

  /**
   * Whether the object had no such name. False as well where that takes too long to tell, as with
   * names chosen to collide.
   *
   * @param object the innermost one open
   */
  boolean add(String name, int object) {
    if (size == names.length) {
      grow();
    }
    // The number keeps an inner object's names out of the way of the same names around it.
    int hash = (name.hashCode() ^ object * SPREAD) * SPREAD;
    int slot = first(hash);
    for (int probes = 0; table[slot] != 0; probes++) {
      int place = table[slot] - 1;
      if (probes == MOST_PROBES
          || (place >= object && hashes[place] == hash && names[place].equals(name))) {
        return false;
      }
      slot = slot + 1 & table.length - 1;
    }
    put(name, hash, slot);
    return true;
  }

  /** The object ends. */
  void close(int object) {
    while (size > object) {
      table[slots[--size]] = 0;
    }
  }

  private void put(String name, int hash, int slot) {
    names[size] = name;
    hashes[size] = hash;
    slots[size] = slot;
    table[slot] = ++size;
  }

  private int first(int hash) {
    return hash >>> Integer.numberOfLeadingZeros(table.length - 1);
  }

  /** In the same order, so that the last still leave first. */
  private void grow() {
    int all = size;
    names = Arrays.copyOf(names, 2 * all);
    hashes = Arrays.copyOf(hashes, 2 * all);
    slots = new int[2 * all];
    table = new int[4 * all];
    size = 0;
    while (size < all) {
      int slot = first(hashes[size]);
      while (table[slot] != 0) {
        slot = slot + 1 & table.length - 1;
      }
      put(names[size], hashes[size], slot);
    }
  }
}
