// SPDX-License-Identifier: GPL-2.0
/*
 * A Raspberry Pi's revision where gpiozero looks for it, on a machine without a device tree. A bind mount would not do:
 * ProtectProc= gives the service a /proc of its own.
 */
#include <linux/module.h>
#include <linux/proc_fs.h>
#include <linux/seq_file.h>

static uint revision = 0xc03115; /* a Pi 4B with 4 GB */
module_param(revision, uint, 0444);
static struct proc_dir_entry *tree;

static int show_revision(struct seq_file *file, void *unused)
{
	__be32 big_endian = cpu_to_be32(revision);

	return seq_write(file, &big_endian, sizeof(big_endian));
}

static int __init pi_revision_init(void)
{
	struct proc_dir_entry *system;

	tree = proc_mkdir("device-tree", NULL);
	system = tree ? proc_mkdir("system", tree) : NULL;
	if (!system || !proc_create_single("linux,revision", 0444, system, show_revision)) {
		proc_remove(tree);
		return -ENOMEM;
	}
	return 0;
}

static void __exit pi_revision_exit(void)
{
	proc_remove(tree);
}

module_init(pi_revision_init);
module_exit(pi_revision_exit);
MODULE_DESCRIPTION("A Raspberry Pi's revision for gpiozero");
MODULE_LICENSE("GPL");
