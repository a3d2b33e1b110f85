"""Writes the files beside it, which the tests read. Run once with NumPy; no test needs Python."""

import io
import pathlib
import zipfile

import numpy as np

here = pathlib.Path(__file__).parent
matrix = np.array([[1.5, -2, 3], [0.25, 5, -6]])  # every cell is exact in f2
whole = np.array([[1, -2, 3], [4, 5, -6]])


def save(name, array, **options):
    np.save(here / name, array, **options)


for order, word in (("<", "little"), (">", "big")):
    for code in ("f2", "f4", "f8"):
        save(f"{word}_{code}.npy", matrix.astype(order + code))
    for code in ("i4", "i8"):
        save(f"{word}_{code}.npy", whole.astype(order + code))
save("bool.npy", np.array([[True, False], [True, True]]))
save("fortran.npy", np.asfortranarray(matrix))
for version in (2, 3):
    with open(here / f"version_{version}.npy", "wb") as file:
        np.lib.format.write_array(file, matrix, version=(version, 0))

save("scalar.npy", np.array(1.5))
save("vector.npy", np.array([1.5, 2.5]))
save("cube.npy", np.zeros((2, 2, 2)))
save("no_rows.npy", np.zeros((0, 3)))
save("object.npy", np.array([[1, None]], dtype=object), allow_pickle=True)
save("complex.npy", np.zeros((1, 2), "c16"))
save("text.npy", np.array([["a", "b"]]))
save("fields.npy", np.zeros((1, 2), [("a", "f8"), ("b", "i4")]))
save("not_finite.npy", np.array([[1, 2], [3, -np.inf]]))
save("long.npy", np.array([[2**53, 2**53 + 2], [-(2**62), 2**53 + 1]]))

np.savez(here / "stored.npz", wq=matrix, wk=whole)
np.savez_compressed(here / "packed.npz", wq=matrix, zeros=np.zeros((100, 100)))


def npy(array):
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


with zipfile.ZipFile(here / "bzip2.npz", "w", zipfile.ZIP_BZIP2) as archive:
    archive.writestr("wq.npy", npy(np.zeros((9, 9))))
with zipfile.ZipFile(here / "twice.npz", "w") as archive:
    archive.writestr("wq.npy", npy(matrix))
    archive.writestr("wq.npy", npy(matrix))
with zipfile.ZipFile(here / "other_entries.npz", "w") as archive:
    archive.writestr("read.me", b"not an array")
    archive.writestr("wq.npy", npy(matrix))

# The flag alone is enough: the entry is refused before it is decrypted.
locked = bytearray((here / "stored.npz").read_bytes())
for signature, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
    at = -1
    while (at := locked.find(signature, at + 1)) >= 0:
        locked[at + flags] |= 1
(here / "encrypted.npz").write_bytes(locked)

# The directory promises one byte fewer and then 2 GiB for an entry that has neither.
packed = bytearray((here / "packed.npz").read_bytes())
size_at = packed.find(b"PK\x01\x02") + 24
size = int.from_bytes(packed[size_at : size_at + 4], "little")
for name, stated in (("understated.npz", size - 1), ("bomb.npz", 2**31)):
    packed[size_at : size_at + 4] = stated.to_bytes(4, "little")
    (here / name).write_bytes(packed)
