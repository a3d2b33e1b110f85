# Archives, with paths that lead outside, links, a bomb, a password or another archive in them. None is
# opened: their students are told what was found.
# expect "slip": missing
# says "slip": You handed in double.zip
# expect "bomb": missing
# expect "broken": missing
# expect "within": unreadable
mkdir slip bomb broken within within/double
python3 - <<'END'
import stat
import zipfile

with zipfile.ZipFile("slip/double.zip", "w") as archive:
    for name in ("../../attn-hostile", "/tmp/attn-hostile", "../class-evil/attn-hostile", "double.py"):
        archive.writestr(name, "x = 1\n")
    link = zipfile.ZipInfo("link")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    archive.writestr(link, "/etc/passwd")
    archive.write("slip/double.zip", "double.zip")
with zipfile.ZipFile("bomb/double.zip", "w", zipfile.ZIP_DEFLATED) as archive:
    archive.writestr("double.py", "\n" * (64 << 20))
with open("broken/double.zip", "wb") as file:
    file.write(b"PK\x03\x04" + bytes([255]) * 100)
END
cp slip/double.zip within/double/
